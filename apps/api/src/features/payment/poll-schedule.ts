const minute = 60_000;
const day = 24 * 60 * minute;
/** The provider keeps no payment open that long. */
const longestDays = 30;

/**
 * When to ask the provider again for a payment: each pause is a tenth of its age, from a minute to a day, so that a
 * notification that got lost is made good within minutes, and an attempt nobody paid costs few questions.
 * @returns null when it is time to stop.
 */
export function nextPoll(startedAt: Date, now: Date): Date | null {
  const age = now.getTime() - startedAt.getTime();
  if (age > longestDays * day) return null;
  return new Date(now.getTime() + Math.min(day, Math.max(minute, age / 10)));
}
