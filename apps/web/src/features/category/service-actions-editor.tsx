import { Button, Card, Group, Text } from '@mantine/core';
import type { ServiceAction } from '@servicebook/shared/service-action';
import { IconFileImport, IconListCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EditDeleteButtons } from '../../components/edit-delete-buttons.tsx';
import { SortableList } from '../../components/sortable-list.tsx';
import { EmptyState } from '../../components/states.tsx';
import { ServiceActionDialog } from './service-action-dialog.tsx';
import { ServiceActionImport } from './service-action-import.tsx';
import classes from './service-actions.module.css';
import { ServiceActionText } from './service-actions-view.tsx';

interface Props {
  categoryId: number;
  actions: (ServiceAction & { id: string })[];
  onAdd: (actions: ServiceAction[]) => void;
  onInsert: (index: number, action: ServiceAction) => void;
  onChange: (index: number, action: ServiceAction) => void;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
}

const withoutId = ({ name, fields }: ServiceAction): ServiceAction => ({ name, fields });

/** Edits the list of actions offered in protocols, including its order. The form around it saves the list. */
export function ServiceActionsEditor(props: Props) {
  const { categoryId, actions, onAdd, onInsert, onChange, onMove, onRemove } = props;
  const { t } = useTranslation('category');
  /** The index of the action being edited, or 'new'. */
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const [importing, setImporting] = useState(false);
  const [removed, setRemoved] = useState<{ index: number; action: ServiceAction } | null>(null);
  const current = typeof edited === 'number' ? actions[edited] : undefined;

  const remove = (index: number) => {
    const action = actions[index];
    if (!action) return;
    onRemove(index);
    setRemoved({ index, action: withoutId(action) });
  };
  const undo = () => {
    if (removed) onInsert(Math.min(removed.index, actions.length), removed.action);
    setRemoved(null);
  };
  const keep = (action: ServiceAction, more: boolean) => {
    if (typeof edited === 'number') onChange(edited, action);
    else onAdd([action]);
    setRemoved(null);
    if (!more) setEdited(null);
  };
  const buttons = (
    <Group gap="xs" justify="center" wrap="nowrap" w={{ base: '100%', xs: 'auto' }} mod="actions">
      <Button
        px={{ base: 'xs', xs: 'md' }}
        variant="default"
        leftSection={<IconFileImport size={18} stroke={1.7} aria-hidden />}
        onClick={() => setImporting(true)}
      >
        {t('actions.import')}
      </Button>
      <Button
        px={{ base: 'xs', xs: 'md' }}
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setEdited('new')}
      >
        {t('actions.add')}
      </Button>
    </Group>
  );

  return (
    <>
      {actions.length === 0 ? (
        <Card padding={0}>
          <EmptyState
            icon={<IconListCheck size={32} stroke={1.5} />}
            title={t('actions.emptyTitle')}
            hint={t('actions.emptyHint')}
            action={buttons}
          />
        </Card>
      ) : (
        <>
          <Group justify="space-between" gap="sm" mb="sm">
            <Text size="sm" c="dimmed" flex="1 1 16rem">
              {t('actions.hint')}
            </Text>
            {buttons}
          </Group>
          <Card padding={0}>
            <SortableList
              items={actions}
              itemKey={({ id }) => id}
              itemLabel={({ name }) => name}
              onMove={onMove}
              renderItem={(action, handle, index) => (
                <div className={classes.row}>
                  {handle}
                  <ServiceActionText action={action} />
                  <EditDeleteButtons
                    edit={{
                      label: t('actions.edit', { name: action.name }),
                      onClick: () => setEdited(index),
                    }}
                    remove={{
                      label: t('actions.remove', { name: action.name }),
                      onClick: () => remove(index),
                    }}
                  />
                </div>
              )}
            />
          </Card>
        </>
      )}
      <div role="status">
        {removed && (
          <Group gap="0 0.625rem" mt="xs" fz="sm" c="dimmed">
            {t('actions.removed', { name: removed.action.name })}
            <Button variant="subtle" size="sm" px="xs" onClick={undo}>
              {t('actions.undo')}
            </Button>
          </Group>
        )}
      </div>
      {edited !== null && (
        <ServiceActionDialog
          action={current && withoutId(current)}
          taken={actions.filter((_, index) => index !== edited).map(({ name }) => name)}
          onKeep={keep}
          onClose={() => setEdited(null)}
        />
      )}
      {importing && (
        <ServiceActionImport
          categoryId={categoryId}
          taken={actions.map(({ name }) => name)}
          onImport={(added) => {
            onAdd(added);
            setImporting(false);
          }}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  );
}
