import { useQuery } from '@tanstack/react-query';
import { absencesQuery } from '../absence/absence.queries.ts';

/** Says who is absent on a day. */
export function useAway(day: string | null): (userId: number) => boolean {
  const { data: absences = [] } = useQuery({
    ...absencesQuery(day ?? '', day ?? ''),
    enabled: /^\d{4}-\d{2}-\d{2}$/.test(day ?? ''),
  });
  return (userId) => absences.some(({ user }) => user.id === userId);
}
