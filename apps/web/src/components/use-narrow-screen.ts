import { useMediaQuery } from '@mantine/hooks';

/** Below 900 px, lists are cards and actions are at the bottom. The CSS modules use the same breakpoint. */
export function useNarrowScreen(): boolean {
  return useMediaQuery('(max-width: 56.24em)', false, { getInitialValueInEffect: false });
}
