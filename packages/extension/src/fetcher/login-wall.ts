/** Whether a page is a login in place of the page that was asked for. */

export interface Arrived {
  readonly wanted: string;
  readonly finalUrl: string;
  readonly hasPassword: boolean;
  readonly status?: number;
  /** None of the blocks that are followed is where it was. */
  readonly lacksBlocks: boolean;
}

const LOGIN_PATH =
  /(?:^|[/._-])(?:log-?in|sign-?in|anmelden|einloggen|auth|authorize|sso|session\/new|account\/login)(?:[/._?-]|$)/i;

export function isLoginWall({ wanted, finalUrl, hasPassword, status = 200, lacksBlocks }: Arrived): boolean {
  if (status === 401) return true;
  const isElsewhere = pathOf(wanted) !== pathOf(finalUrl);
  if (isElsewhere && (hasPassword || LOGIN_PATH.test(pathOf(finalUrl)))) return true;
  return hasPassword && lacksBlocks;
}

/** One that can be typed into. */
export function hasPasswordField(document: Document): boolean {
  return Document.prototype.querySelector.call(document, 'input[type="password" i]:not([disabled])') !== null;
}

/** Host and path; what follows says little about which page it is. */
function pathOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname.replace(/\/$/, "")}`;
}
