/** A nameplate's description must be shorter than 45 characters. */
export const nameplateDescription = 44;
