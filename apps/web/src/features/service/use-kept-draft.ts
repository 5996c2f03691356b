import { useEffect, useState } from 'react';
import { readDraft, type ServiceDraft } from './service-draft.ts';

/**
 * Reads a protocol's draft from the phone; undefined while loading.
 * @param occasion reads the draft again when it changes. A changed key alone does not, because a new protocol gets an
 * id
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
