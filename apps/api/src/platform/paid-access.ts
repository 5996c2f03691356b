/** Whether access has expired: never on FREE, otherwise when the paid time is over or nothing was ever paid. */
export const isExpired = (
  { paid, planExpired }: { paid: boolean; planExpired: Date | null },
  now: Date,
): boolean => paid && (planExpired === null || planExpired <= now);
