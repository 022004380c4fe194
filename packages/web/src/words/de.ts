/** Everything the app says, in German. */
import type { Words } from "./en.ts";

export const de: Words = {
  "app.name": "Tessera",
  "app.tagline": "Eine Startseite aus lebendigen Stücken des Netzes.",
  "app.loading": "Wird geladen",
  "app.again": "Noch einmal versuchen",

  "enter.name": "Name",
  "enter.displayName": "Wie du heißt",
  "enter.nameHint": "Zum Anmelden: Buchstaben, Ziffern und . _ @ + -",
  "enter.password": "Passwort",
  "enter.passwordHint": "Mindestens 8 Zeichen.",
  "enter.login": "Anmelden",
  "enter.loginTitle": "Willkommen zurück",
  "enter.setUpTitle": "Richte es dir ein",
  "enter.setUpAbout":
    "Das ist ein neues Tessera. Dem Konto, das du jetzt anlegst, gehört es: Es kann andere einladen und die Einstellungen ändern.",
  "enter.setUpSubmit": "Konto anlegen",
  "enter.setUpNoLink": "Öffne den einmaligen Link, den der Server beim Start ausgegeben hat. Er sieht so aus:",
  "enter.setUpNoLinkMore": "Verloren? Starte den Server neu: Er gibt einen neuen aus.",
  "enter.joinTitle": "Du bist eingeladen",
  "enter.joinAbout": "Wähle einen Namen und ein Passwort, und deine eigenen Blätter sind bereit.",
  "enter.joinSubmit": "Beitreten",
  "enter.joinNoLink": "Der Link ist unvollständig. Bitte um eine neue Einladung.",
  "enter.logout": "Abmelden",

  "sheet.first": "Meine Seite",
  "sheet.emptyTitle": "Noch ist hier nichts",
  "sheet.emptyAbout":
    "Gib die Adresse einer Seite ein, die du oft besuchst. Du siehst sie hier und zeigst auf das Stück, das du behalten willst.",
  "sheet.addPlaceholder": "example.com/news",
  "sheet.addLabel": "Adresse einer Seite",
  "sheet.addSubmit": "Seite zeigen",

  "error.offline": "Der Server antwortet nicht. Was du siehst, kann alt sein; es wird von selbst neu versucht.",
  "error.login-needed": "Du wurdest abgemeldet. Melde dich an, um weiterzumachen.",
  "error.wrong-login": "Name oder Passwort ist falsch.",
  "error.too-many": "Zu viele Versuche. Warte eine Minute und versuche es wieder.",
  "error.invalid": "Etwas an der Eingabe stimmt nicht. Prüfe die Felder und versuche es wieder.",
  "error.not-found": "Das gibt es nicht mehr.",
  "error.conflict": "Das ist schon vergeben. Wähle etwas anderes.",
  "error.changed-meanwhile": "Es wurde inzwischen in einem anderen Fenster geändert. Hier ist der neueste Stand.",
  "error.too-large": "Das ist zu groß zum Senden.",
  "error.owner-only": "Das kann nur, wem dieses Tessera gehört.",
  "error.capture-failed": "Die Seite ließ sich nicht öffnen.",
  "error.import-refused": "Die Datei ließ sich nicht lesen.",
  "error.busy": "Der Server ist beschäftigt. Versuche es gleich wieder.",
  "error.other": "Etwas ging schief. Versuche es wieder; bleibt es so, sieh ins Protokoll des Servers.",
};
