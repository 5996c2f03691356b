import { comparing } from '@servicebook/i18n/format.ts';
import { type Branch, BranchInput } from '@servicebook/shared/branch';
import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../lib/i18n.ts';
import { useSession } from '../../lib/use-session.ts';
import { type Place, PlaceBook } from '../place/place-book.tsx';
import { usePlaceTexts } from '../place/use-place-texts.ts';
import { branchesQuery, useDeleteBranch, useSaveBranch } from './branch.queries.ts';

const toPlace = (branch: Branch): Place => ({
  ...branch,
  latitude: Number(branch.latitude),
  longitude: Number(branch.longitude),
});

/** The company's branches, sorted by name. Its texts: `branch`, `place`. */
export function BranchesTab() {
  const { t } = useTranslation('branch');
  const texts = usePlaceTexts('branch');
  const { may } = useSession();
  const { data, error, refetch } = useQuery(branchesQuery);
  const saveBranch = useSaveBranch();
  const remove = useDeleteBranch();
  const places = useMemo(() => {
    const compare = comparing(currentLanguage());
    return data?.map(toPlace).sort((a, b) => compare(a.name, b.name) || a.id - b.id);
  }, [data]);
  const manages = may('account.manage');
  return (
    <PlaceBook
      places={places}
      error={error}
      onRetry={refetch}
      param="branch"
      schema={BranchInput}
      actions={{
        save: (content, idempotencyKey) => saveBranch.mutateAsync({ body: content, idempotencyKey }),
        remove,
        mayEdit: manages,
        mayDelete: manages,
      }}
      texts={texts}
      symbol="building"
      icon={<IconBuilding size={32} stroke={1.5} />}
      note={t('count', { count: places?.length ?? 0 })}
    />
  );
}
