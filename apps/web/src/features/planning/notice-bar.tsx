import { Button, CloseButton, Group, Text } from '@mantine/core';
import { formatList } from '@servicebook/i18n/format.ts';
import { joinPresent, nameOf } from '@servicebook/i18n/names.ts';
import type { Board } from '@servicebook/shared/planning';
import { placeOfVisit } from '@servicebook/shared/visit';
import { IconAlertTriangle, IconArrowBackUp, IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../lib/api-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { currentLanguage } from '../../lib/i18n.ts';
import { dayName } from './board-cell.tsx';
import classes from './notice-bar.module.css';
import { nearby } from './plan.ts';
import { dueNearQuery } from './planning.queries.ts';
import type { Notice } from './use-plan-changes.ts';

interface Props {
  notice: Notice | null;
  board: Board | undefined;
  onUndo: (() => void) | null;
  onNear: (visit: { latitude: number; longitude: number }, place: string) => void;
  onClose: () => void;
}

/** Says what the last change did, and stays until it is closed or another one follows: nothing has to be read in a hurry. */
export function NoticeBar({ notice, board, onUndo, onNear, onClose }: Props) {
  const { t } = useTranslation(['planning', 'common']);
  const near = notice?.kind === 'done' ? notice.near : null;
  const point = near && placeOfVisit(near.visit);
  const more = useQuery({
    ...dueNearQuery(point ?? { latitude: 0, longitude: 0 }, nearby, near?.until ?? ''),
    enabled: point !== null && near !== null,
  }).data;
  return (
    <div className={classes.region} data-not-printed role="status" aria-live="polite">
      {notice && (
        <div className={classes.bar} data-failed={notice.kind !== 'done' || undefined}>
          {notice.kind !== 'done' && <IconAlertTriangle size={18} aria-hidden />}
          <Text size="sm" fw={550}>
            {noticeText(notice, board, t)}
          </Text>
          <Group gap="xs" justify="flex-end" ms="auto">
            {notice.kind === 'done' && onUndo && (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                onClick={onUndo}
              >
                {t('undo')}
              </Button>
            )}
            {point && near && more !== undefined && more > 0 && (
              <Button
                size="compact-sm"
                variant="light"
                leftSection={<IconMapPin size={16} aria-hidden />}
                onClick={() => onNear(point, near.visit.customer.shortName)}
              >
                {t('moreNear', { count: more, km: nearby })}
              </Button>
            )}
            <CloseButton size="sm" aria-label={t('common:close')} onClick={onClose} />
          </Group>
        </div>
      )}
    </div>
  );
}

type Translate = ReturnType<typeof useTranslation<['planning', 'common']>>['t'];

function noticeText(notice: Notice, board: Board | undefined, t: Translate): string {
  if (notice.kind === 'refused') return t(`refused.${notice.reason}`);
  if (notice.kind === 'failed') {
    const names = formatList([...new Set(notice.names)], currentLanguage());
    const known = notice.error instanceof ApiError ? notice.error.code : null;
    if (known === 'RECORD_CHANGED' || known === 'VISIT_STATE' || known === 'NOT_FOUND')
      return t('changedMeanwhile', { names });
    return t('failed', { names, reason: errorText(notice.error) });
  }
  const { count, target, undone, hadDay, told } = notice;
  if (undone) return t('undone');
  const otherwise =
    told.length > 0 && t('toldOtherwise', { names: formatList([...new Set(told)], currentLanguage()) });
  if (target.day === null) return joinPresent([t('backToList', { count }), otherwise], ' ');
  const person = board?.technicians.find(({ id }) => id === target.userId);
  const name = person ? nameOf(person) : t('nobody');
  const away =
    person &&
    board?.absences.some(
      ({ user, from, to }) => user.id === person.id && from <= (target.day ?? '') && (target.day ?? '') <= to,
    );
  const moved = t(hadDay ? 'movedOn' : 'moved', { count, day: dayName(target.day), name });
  return joinPresent([moved, away && t('careful', { name }), otherwise], ' ');
}
