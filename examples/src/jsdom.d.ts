/** As much of jsdom as is used here: it comes without types. */
declare module "jsdom" {
  export class JSDOM {
    constructor(html: string);
    readonly window: { readonly document: unknown };
  }
}
