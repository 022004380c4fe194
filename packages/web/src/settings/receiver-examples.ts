/** What receivers of webhooks are told to do with a message: the same as in the guide (docs/guide/messages.md). */

export const HOME_ASSISTANT_ADDRESS = "http://homeassistant.local:8123/api/webhook/tessera-7d1c0f";

export const HOME_ASSISTANT = `automation:
  - alias: Tessera
    triggers:
      - trigger: webhook
        webhook_id: tessera-7d1c0f
        allowed_methods: [POST]
        local_only: true
    actions:
      - action: notify.notify
        data:
          title: "{{ trigger.json.data.title }}"
          message: "{{ trigger.json.data.text }}"
          data:
            url: "{{ (trigger.json.data.entries | first | default({})).link | default('/') }}"
`;

/** Title, whole text, and what the first block is now. */
export const N8N = [
  "{{ $json.body.data.title }}",
  "{{ $json.body.data.text }}",
  "{{ $json.body.data.entries[0]?.after }}",
] as const;
