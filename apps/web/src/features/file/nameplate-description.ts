/** A nameplate's description is shorter than 45 characters. */
export const nameplateDescription = 44;
