import { useEffect, useState } from 'react';
import { useStoredAnswers } from './stored-answers.ts';

/** Some ten photos of a phone's camera. */
const enough = 50_000_000;

/** Whether photos must wait on this device, and it has hardly any room for them. */
export function useLittleRoom(): boolean {
  const offline = useStoredAnswers() !== null;
  const [little, setLittle] = useState(false);
  useEffect(() => {
    if (!offline) return;
    const { storage } = navigator as { storage?: StorageManager };
    storage
      ?.estimate?.()
      .then(({ quota, usage = 0 }) => setLittle(quota !== undefined && quota - usage < enough))
      .catch(() => {});
  }, [offline]);
  return offline && little;
}
