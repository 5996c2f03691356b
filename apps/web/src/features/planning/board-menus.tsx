import { Menu } from '@mantine/core';
import { isOpenVisit, placeOfVisit } from '@servicebook/shared/visit';
import {
  IconArrowsMove,
  IconBeach,
  IconCalendarPlus,
  IconCalendarX,
  IconExternalLink,
  IconMapSearch,
  IconPencil,
  IconRoute,
  IconSquareCheck,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { linkTo } from '../../lib/paths.ts';
import type { Item } from './plan.ts';

/** Where a menu opens. */
export type Anchor = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

interface AnchoredProps {
  anchor: Anchor;
  onClose: () => void;
  children: ReactNode;
}

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

/** One menu for all cards: five hundred of their own would make the board slow. */
function AnchoredMenu({ anchor: { left, top, width, height }, onClose, children }: AnchoredProps) {
  return (
    <Menu
      opened
      onChange={(opened) => !opened && onClose()}
      position="bottom-end"
      returnFocus
      hideDetached={false}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          style={{ position: 'fixed', left, top, width, height, opacity: 0, pointerEvents: 'none' }}
        />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

interface CardMenuProps {
  anchor: Anchor;
  item: Item;
  /** How many cards a move takes along. */
  count: number;
  chosen: boolean;
  onClose: () => void;
  onMove: () => void;
  onEdit: () => void;
  onBack: () => void;
  onNear: () => void;
  onChoose: () => void;
}

/** What can be done with a card. */
export function CardMenu(props: CardMenuProps) {
  const { anchor, item, count, chosen, onClose, onMove, onEdit, onBack, onNear, onChoose } = props;
  const { t } = useTranslation('planning');
  const open = item.kind === 'due' || isOpenVisit(item.visit);
  const isPlanned = item.kind === 'visit' && item.visit.day !== null;
  const to =
    item.kind === 'visit'
      ? linkTo.visit({ id: item.visit.id })
      : linkTo.machineEdit({ id: item.row.device.id });
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose}>
      {open && (
        <Menu.Item leftSection={<IconArrowsMove {...icon} />} onClick={onMove}>
          {count > 1 ? t('menu.moveMany', { count }) : t(isPlanned ? 'menu.move' : 'menu.schedule')}
        </Menu.Item>
      )}
      {open && (
        <Menu.Item
          leftSection={item.kind === 'visit' ? <IconPencil {...icon} /> : <IconCalendarPlus {...icon} />}
          onClick={onEdit}
        >
          {t(item.kind === 'visit' ? 'menu.edit' : 'menu.plan')}
        </Menu.Item>
      )}
      {open && isPlanned && item.visit.state !== 'STARTED' && (
        <Menu.Item leftSection={<IconCalendarX {...icon} />} onClick={onBack}>
          {t('menu.back')}
        </Menu.Item>
      )}
      {item.kind === 'visit' && placeOfVisit(item.visit) && (
        <Menu.Item leftSection={<IconMapSearch {...icon} />} onClick={onNear}>
          {t('menu.near')}
        </Menu.Item>
      )}
      {open && (
        <Menu.Item leftSection={<IconSquareCheck {...icon} />} onClick={onChoose}>
          {t(chosen ? 'menu.unchoose' : 'menu.choose')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item leftSection={<IconExternalLink {...icon} />} component={Link} to={to}>
        {t(item.kind === 'visit' ? 'menu.open' : 'menu.openMachine')}
      </Menu.Item>
    </AnchoredMenu>
  );
}

interface CellMenuProps {
  anchor: Anchor;
  /** Chosen cards, which can be moved here. */
  chosen: number;
  /** Null: the row of visits without technicians. */
  userId: number | null;
  absent: boolean;
  onClose: () => void;
  onPlan: () => void;
  onMoveHere: () => void;
  onAbsence: (() => void) | null;
  onDay: () => void;
}

/** What can be done in a cell. */
export function CellMenu(props: CellMenuProps) {
  const { anchor, chosen, userId, absent, onClose, onPlan, onMoveHere, onAbsence, onDay } = props;
  const { t } = useTranslation('planning');
  return (
    <AnchoredMenu anchor={anchor} onClose={onClose}>
      {chosen > 0 && (
        <Menu.Item leftSection={<IconArrowsMove {...icon} />} onClick={onMoveHere}>
          {t('menu.here', { count: chosen })}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCalendarPlus {...icon} />} onClick={onPlan}>
        {t('menu.planHere')}
      </Menu.Item>
      {userId !== null && onAbsence && (
        <Menu.Item leftSection={<IconBeach {...icon} />} onClick={onAbsence}>
          {t(absent ? 'menu.editAbsence' : 'menu.absence')}
        </Menu.Item>
      )}
      {userId !== null && (
        <Menu.Item leftSection={<IconRoute {...icon} />} onClick={onDay}>
          {t('menu.day')}
        </Menu.Item>
      )}
    </AnchoredMenu>
  );
}
