// The invitation of an opponent.

import type { Color } from "../engine";
import { opposite } from "./moves";
import type { Session } from "./session.svelte";

/** The opposite seat, if this browser has its key to share. */
export function otherSeat({ mover, held, view }: Session): Color | null {
    if (mover !== "white" && mover !== "black") return null;
    const side = opposite(mover);
    return held[side] && !view?.seats[side].player ? side : null;
}

/** The same while the seat is vacant. */
export function invitedSeat(session: Session): Color | null {
    const other = otherSeat(session);
    return other && session.standing?.ply === 0 && !session.presence[other] ? other : null;
}
