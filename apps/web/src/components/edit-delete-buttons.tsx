import { ActionIcon, Group } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';

interface Action {
  /** Names what it is for: “Edit Anna”. */
  label: string;
  onClick: () => void;
}

interface Props {
  /** Without it, there is no button to edit; likewise for delete. */
  edit?: Action | false | null | undefined;
  remove?: Action | false | null | undefined;
}

const look = { variant: 'subtle', color: 'gray', size: 'lg' } as const;

/** The buttons at the end of an entry of a list: edit and delete. */
export function EditDeleteButtons({ edit, remove }: Props) {
  if (!edit && !remove) return null;
  return (
    <Group gap={0} wrap="nowrap">
      {edit && (
        <ActionIcon {...look} aria-label={edit.label} title={edit.label} onClick={edit.onClick}>
          <IconPencil size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
      {remove && (
        <ActionIcon {...look} aria-label={remove.label} title={remove.label} onClick={remove.onClick}>
          <IconTrash size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
