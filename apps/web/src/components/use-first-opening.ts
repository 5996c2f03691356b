import { useEffect, useState } from 'react';

/**
 * When a dialog is mounted: with its first opening, because a closed one is drawn again with everything around it. It
 * opens just after that, so that it knows where the focus was, and gives it back.
 * @returns whether it is mounted, and whether it is open
 */
export function useFirstOpening(opened: boolean): { mounted: boolean; open: boolean } {
  const [wasMounted, setWasMounted] = useState(false);
  useEffect(() => {
    if (opened) setWasMounted(true);
  }, [opened]);
  return { mounted: opened || wasMounted, open: opened && wasMounted };
}
