/** Who may reach which private host, by the configuration and by today's settings. */
import { isDeepStrictEqual } from "node:util";
import type { PersonId, PrivateHost } from "@tessera/model";
import { createAllowList, type PrivateGrant } from "@tessera/network";
import type { OwnHost } from "@tessera/show";
import type { Store } from "@tessera/store";
import { ignoreStoreFailure } from "./audit.ts";

type AccessStore = Pick<Store, "settings" | "people" | "pages">;

/**
 * A page is captured for those who see it: one that is a single person's for that person, any other for everybody. So
 * a page on a host that is the owner's alone is made the owner's own (`isOwnersAlone`), and nobody shares it.
 */
export class PrivateAccess {
  readonly #store: AccessStore;
  readonly #fixed: readonly PrivateHost[];
  #hosts: readonly PrivateHost[] = [];
  #allowList = createAllowList([]);

  /** `fixed` is what the operator has allowed where the program runs. */
  static async over(store: AccessStore, fixed: readonly PrivateHost[] = []): Promise<PrivateAccess> {
    const access = new PrivateAccess(store, fixed);
    await access.renew();
    return access;
  }

  private constructor(store: AccessStore, fixed: readonly PrivateHost[]) {
    this.#store = store;
    this.#fixed = fixed;
  }

  /** Reads the settings again: the owner may change them at any time. */
  async renew(): Promise<void> {
    const { privateHosts } = await this.#store.settings.read();
    const hosts = [...this.#fixed, ...privateHosts];
    if (isDeepStrictEqual(hosts, this.#hosts)) return;
    this.#allowList = createAllowList(hosts);
    this.#hosts = hosts;
    await ignoreStoreFailure(this.#keepToOwner());
    await ignoreStoreFailure(this.#store.pages.markOfPrivateHosts((url) => this.ofAsset(url, "owner") !== null));
  }

  /** The host of the page, where it is private and the page may be captured for whom it is. */
  async ofPage(url: URL, privateTo: PersonId | null): Promise<OwnHost | null> {
    const everybodys = this.ofAsset(url, "everybody");
    if (everybodys) return { grant: everybodys, for: "everybody" };
    const owners = privateTo && this.ofAsset(url, "owner");
    return owners && (await this.#isOwner(privateTo)) ? { grant: owners, for: "owner" } : null;
  }

  /** For what a page on the host shows of it. */
  ofAsset(url: URL, who: OwnHost["for"]): PrivateGrant | null {
    return this.#allowList.grantFor(url, { for: who, use: "pages" });
  }

  /** For a message to an address of this person. */
  async ofChannel(url: URL, person: PersonId): Promise<PrivateGrant | null> {
    const grantTo = (who: OwnHost["for"]) => this.#allowList.grantFor(url, { for: who, use: "channels" });
    const owners = grantTo("owner");
    return owners && (await this.#isOwner(person)) ? owners : grantTo("everybody");
  }

  /** Whether a page here must be this person's own: they are the owner, and nobody else may reach its host. */
  async isOwnersAlone(url: URL, person: PersonId): Promise<boolean> {
    return this.#isOwnersHost(url) && (await this.#isOwner(person));
  }

  /** Pages from before their host was the owner's alone become the owner's own, where nobody else follows them. */
  async #keepToOwner(): Promise<void> {
    const hasOwners = this.#hosts.some((host) => host.use === "pages" && host.for === "owner");
    if (hasOwners) await this.#store.pages.keepToOwner((url) => this.#isOwnersHost(url));
  }

  #isOwnersHost(url: URL): boolean {
    return this.ofAsset(url, "owner") !== null && this.ofAsset(url, "everybody") === null;
  }

  async #isOwner(id: PersonId): Promise<boolean> {
    const person = await this.#store.people.find(id);
    return person?.role === "owner" && person.disabledAt === null;
  }
}
