import { useMediaQuery } from '@mantine/hooks';

/**
 * Below 900 px, lists are cards and actions are at the bottom. The CSS modules use the same breakpoint. A sheet of paper
 * is never a narrow screen.
 */
export function useNarrowScreen(): boolean {
  return useMediaQuery('screen and (max-width: 56.24em)', false, { getInitialValueInEffect: false });
}
