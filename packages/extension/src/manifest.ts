/** The manifest, for Chromium and for Firefox: least permissions, no code from elsewhere, and a strict policy of its own. */

export type Target = "chromium" | "firefox";

/** Sites are asked for one at a time, when something is first followed there in this browser. */
const SITES = ["http://*/*", "https://*/*"];

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // tiles in the new tab bring their styles along, in frames that may do nothing
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  // the person's own instance, wherever that is, and the pages that they follow
  "connect-src http: https:",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const COMMON = {
  manifest_version: 3,
  name: "__MSG_name__",
  description: "__MSG_description__",
  default_locale: "en",
  icons: { 16: "icons/16.png", 32: "icons/32.png", 48: "icons/48.png", 128: "icons/128.png" },
  action: { default_popup: "pages/popup.html", default_title: "__MSG_name__" },
  commands: {
    pick: { suggested_key: { default: "Alt+Shift+T" }, description: "__MSG_menu_pick__" },
  },
  options_ui: { page: "pages/options.html", open_in_tab: true },
  optional_host_permissions: SITES,
  optional_permissions: ["tabs"],
  content_security_policy: { extension_pages: POLICY },
  // nothing to Chromium; what checks both wants it in both
  browser_specific_settings: {
    gecko: {
      id: "extension@tessera.example",
      strict_min_version: "140.0",
      // what a person follows, sent to their own instance
      data_collection_permissions: { required: ["websiteContent"] },
    },
    gecko_android: { strict_min_version: "142.0" },
  },
};

const PERMISSIONS = ["activeTab", "alarms", "contextMenus", "scripting", "storage"];
/** The frame of the picker stands in pages. It says nothing to anybody who does not know its word. */
const PICKER_FRAME = ["pages/picker.html"];

export function manifestFor(target: Target, version: string): object {
  if (target === "firefox") {
    return {
      ...COMMON,
      version,
      permissions: PERMISSIONS,
      background: { scripts: ["background.js"], type: "module" },
      web_accessible_resources: [{ resources: PICKER_FRAME, matches: SITES }],
    };
  }
  return {
    ...COMMON,
    version,
    minimum_chrome_version: "130",
    // a worker cannot read HTML; the document that can is asked for while there is work
    permissions: [...PERMISSIONS, "offscreen"],
    // Chromium takes the worker and leaves the other, which is there for the same reason
    background: { service_worker: "background.js", scripts: ["background.js"], type: "module" },
    // another address each time: no page can tell whether the extension is there
    web_accessible_resources: [{ resources: PICKER_FRAME, matches: SITES, use_dynamic_url: true }],
  };
}
