/** Everything the app says, in English: the keys that every other language must have. */
export const en = {
  "app.name": "Tessera",
  "app.tagline": "A homepage made of live pieces of the web.",
  "app.loading": "Loading",
  "app.again": "Try again",

  "enter.name": "Name",
  "enter.displayName": "How you are called",
  "enter.nameHint": "For logging in: letters, digits and . _ @ + -",
  "enter.password": "Password",
  "enter.passwordHint": "At least 8 characters.",
  "enter.login": "Log in",
  "enter.loginTitle": "Welcome back",
  "enter.setUpTitle": "Make it yours",
  "enter.setUpAbout":
    "This is a new Tessera. The account you create now owns it: it can invite others and change the settings.",
  "enter.setUpSubmit": "Create my account",
  "enter.setUpNoLink": "Open the one-time link that the server printed when it started. It looks like this:",
  "enter.setUpNoLinkMore": "Lost it? Restart the server: it prints a new one.",
  "enter.joinTitle": "You are invited",
  "enter.joinAbout": "Choose a name and a password, and your own sheets are ready.",
  "enter.joinSubmit": "Join",
  "enter.joinNoLink": "The link is not complete. Ask whoever invited you to send it again.",
  "enter.logout": "Log out",

  "sheet.first": "My page",
  "sheet.emptyTitle": "Nothing here yet",
  "sheet.emptyAbout":
    "Type the address of a page you visit often. You will see it here and point at the piece you want to keep.",
  "sheet.addPlaceholder": "example.com/news",
  "sheet.addLabel": "Address of a page",
  "sheet.addSubmit": "Show the page",

  "error.offline": "The server does not answer. What you see may be old; it is tried again by itself.",
  "error.login-needed": "You have been logged out. Log in to go on.",
  "error.wrong-login": "Name or password is wrong.",
  "error.too-many": "Too many attempts. Wait a minute and try again.",
  "error.invalid": "Something you entered is not right. Check the fields and try again.",
  "error.not-found": "This is no longer there.",
  "error.conflict": "This is taken already. Choose another.",
  "error.changed-meanwhile": "It was changed in another window meanwhile. Here is the latest; change it again.",
  "error.too-large": "That is too large to send.",
  "error.owner-only": "Only the owner of this Tessera can do this.",
  "error.capture-failed": "The page could not be opened.",
  "error.import-refused": "The file could not be read.",
  "error.busy": "The server is busy. Try again in a moment.",
  "error.other": "Something went wrong. Try again; if it stays, look at the server's log.",
} as const;

export type Key = keyof typeof en;
export type Words = Readonly<Record<Key, string>>;
