const second = 1000;
const day = 24 * 60 * 60 * second;
/** The provider keeps no payment open that long. */
const longestDays = 30;

/**
 * When to ask the provider again for a payment: each pause is a tenth of its age, up to a day, so that a notification
 * that got lost is made good within minutes, and an attempt nobody paid costs few questions.
 * @param shortestPause in seconds
 * @returns null when it is time to stop.
 */
export function nextPoll(startedAt: Date, now: Date, shortestPause: number): Date | null {
  const age = now.getTime() - startedAt.getTime();
  if (age > longestDays * day) return null;
  return new Date(now.getTime() + Math.min(day, Math.max(shortestPause * second, age / 10)));
}
