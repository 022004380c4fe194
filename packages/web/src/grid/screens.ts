/** Screens of different widths, as they are known to the server, too. */
export { COLUMNS, isArranged, type OnScreens, onScreen, PHONE, TABLET } from "@tessera/model/screens";
