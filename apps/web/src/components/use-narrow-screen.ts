import { useMediaQuery } from '@mantine/hooks';

/** Below 900 px, where lists are cards and actions sit at the thumb. The CSS modules use the same bound. */
export function useNarrowScreen(): boolean {
  return useMediaQuery('(max-width: 56.24em)', false, { getInitialValueInEffect: false });
}
