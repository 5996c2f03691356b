import { Button, Menu } from '@mantine/core';
import type { Permission } from '@servicebook/shared/access';
import type { BulkChange, BulkKind } from '@servicebook/shared/bulk';
import { type Icon, IconDots } from '@tabler/icons-react';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { i18n } from '../lib/i18n.ts';
import { useSession } from '../lib/use-session.ts';
import { useNarrowScreen } from './use-narrow-screen.ts';

// Loaded on demand, because most visits change no several rows.
const BulkDialog = lazy(async () => {
  const [{ BulkDialog: loaded }] = await Promise.all([
    import('./bulk-dialog.tsx'),
    i18n.loadNamespaces(['bulk', 'errors']),
  ]);
  return { default: loaded };
});

export interface BulkFieldsProps {
  /** Null: something is still to be chosen. */
  change: BulkChange | null;
  onChange: (change: BulkChange | null) => void;
}

/** An action on the chosen rows that is counted before it runs and can be taken back. */
export interface BulkEntry {
  action: BulkKind;
  icon: Icon;
  access: Permission;
  /** In the bar; all others are in its menu. */
  isPrimary?: boolean;
  /** The change, as far as it is known; null: its fields ask for it. */
  start: BulkChange | null;
  /** Ask for the change. */
  Fields?: ComponentType<BulkFieldsProps>;
  /** Offered for records that this action leaves out. */
  instead?: BulkEntry;
}

/** Another action on the chosen rows, such as an export. */
export interface OtherAction {
  key: string;
  label: string;
  icon: Icon;
  isPrimary?: boolean;
  onClick: () => void;
}

interface Shown extends OtherAction {
  isDeletion?: boolean;
}

interface Props {
  entries: readonly BulkEntry[];
  others?: readonly OtherAction[];
  ids: ReadonlySet<number>;
  /** How many buttons have room beside the menu. */
  room?: number;
  /** An action has run after which the rows are not chosen any more. */
  onDone: () => void;
}

/**
 * The actions of a selection: the first as buttons, the others in a menu. Those that the user may not run are left out.
 * Its texts: `bulk`.
 */
export function BulkActions({ entries, others = [], ids, room, onDone }: Props) {
  const { t } = useTranslation('bulk');
  const { may } = useSession();
  const narrow = useNarrowScreen();
  const [asked, setAsked] = useState<{ entry: BulkEntry; ids: number[] } | null>(null);
  const all: Shown[] = [
    ...entries
      .filter(({ access }) => may(access))
      .map((entry) => ({
        key: entry.action,
        label: t(`${entry.action}.label`),
        icon: entry.icon,
        isPrimary: entry.isPrimary ?? false,
        isDeletion: entry.action.endsWith('.delete'),
        onClick: () => setAsked({ entry, ids: [...ids] }),
      })),
    ...others,
  ];
  const primary = all.filter(({ isPrimary }) => isPrimary).slice(0, room ?? (narrow ? 1 : 2));
  // Deletion is last, as in every menu.
  const inMenu = all
    .filter((action) => !primary.includes(action))
    .toSorted((one, other) => Number(one.isDeletion ?? false) - Number(other.isDeletion ?? false));
  return (
    <>
      {primary.map(({ key, label, icon: ActionIcon, onClick }) => (
        <Button
          key={key}
          variant="default"
          leftSection={<ActionIcon size={18} stroke={1.7} aria-hidden />}
          onClick={onClick}
        >
          {label}
        </Button>
      ))}
      {inMenu.length > 0 && (
        <Menu position="top-end" width={280}>
          <Menu.Target>
            <Button
              variant="default"
              aria-label={t('moreLabel')}
              leftSection={<IconDots size={18} aria-hidden />}
            >
              {t('more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {inMenu.map((action) => (
              <Menu.Item
                key={action.key}
                color={action.isDeletion ? 'red' : undefined}
                leftSection={<action.icon size={20} stroke={1.7} aria-hidden />}
                onClick={action.onClick}
              >
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {asked && (
        <Suspense>
          <BulkDialog
            key={asked.entry.action}
            {...asked}
            onInstead={(entry, refused) => setAsked({ entry, ids: refused })}
            onClose={() => setAsked(null)}
            onDone={(endsChoice) => {
              setAsked(null);
              if (endsChoice) onDone();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
