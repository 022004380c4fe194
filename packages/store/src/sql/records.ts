/** All record groups over one connection. */
import type { Records } from "../contract/store.ts";
import { archiveRecords } from "./archives.ts";
import { bodyRecords } from "./bodies.ts";
import { capRecords } from "./caps.ts";
import { catalogueRecords } from "./catalogue.ts";
import { changeRecords } from "./changes.ts";
import { channelRecords } from "./channels.ts";
import { checkRecords } from "./checks.ts";
import type { Connection } from "./connection.ts";
import { correctionRecords } from "./corrections.ts";
import { deliveryRecords } from "./deliveries.ts";
import { followRecords } from "./follows.ts";
import { gadgetRecords } from "./gadgets.ts";
import { auditRecords, settingsRecords } from "./instance.ts";
import { observationRecords } from "./observations.ts";
import { captureRecords, pageRecords } from "./pages.ts";
import { pendingFollowRecords } from "./pending-follows.ts";
import { peopleRecords } from "./people.ts";
import { queueRecords } from "./queue.ts";
import { readItemRecords } from "./read-items.ts";
import { searchRecords } from "./search.ts";
import { secretRecords } from "./secrets.ts";
import { invitationRecords, pairingRecords, sessionRecords, tokenRecords } from "./sessions.ts";
import { shareRecords } from "./shares.ts";
import { sheetRecords } from "./sheets.ts";
import { templateRecords } from "./templates.ts";
import { tileMoves } from "./tile-moves.ts";
import { tileRecords } from "./tiles.ts";

export function recordsOver(connection: Connection): Records {
  return {
    people: peopleRecords(connection),
    sessions: sessionRecords(connection),
    tokens: tokenRecords(connection),
    invitations: invitationRecords(connection),
    pairings: pairingRecords(connection),
    pages: pageRecords(connection),
    secrets: secretRecords(connection),
    captures: captureRecords(connection),
    bodies: bodyRecords(connection),
    follows: followRecords(connection),
    observations: observationRecords(connection),
    changes: changeRecords(connection),
    corrections: correctionRecords(connection),
    checks: checkRecords(connection),
    readItems: readItemRecords(connection),
    sheets: sheetRecords(connection),
    tiles: { ...tileRecords(connection), ...tileMoves(connection) },
    templates: templateRecords(connection),
    gadgets: gadgetRecords(connection),
    shares: shareRecords(connection),
    channels: channelRecords(connection),
    deliveries: deliveryRecords(connection),
    settings: settingsRecords(connection),
    caps: capRecords(connection),
    catalogue: catalogueRecords(connection),
    audit: auditRecords(connection),
    wishes: pendingFollowRecords(connection),
    queue: queueRecords(connection),
    archives: archiveRecords(connection),
    search: searchRecords(connection),
  };
}
