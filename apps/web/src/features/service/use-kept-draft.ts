import { useEffect, useState } from 'react';
import { readDraft, type ServiceDraft } from './service-draft.ts';

/**
 * What the phone keeps of a protocol; undefined while it is read.
 * @param occasion read once more when it changes; the key alone changes when a new protocol gets its id
 */
export function useKeptDraft(key: string, occasion = '') {
  const [read, setRead] = useState<{ occasion: string; draft: ServiceDraft | null }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once on each occasion
  useEffect(() => {
    let current = true;
    readDraft(key).then((draft) => current && setRead({ occasion, draft }));
    return () => {
      current = false;
    };
  }, [occasion]);
  return {
    draft: read?.occasion === occasion ? read.draft : undefined,
    forget: () => setRead({ occasion, draft: null }),
  };
}
