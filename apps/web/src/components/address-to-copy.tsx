import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { Ref } from 'react';

interface Props {
  ref?: Ref<HTMLInputElement>;
  label: string;
  description: string;
  address: string;
  copy: string;
  copied: string;
  /** The button is not what the screen is for. */
  calm?: boolean;
}

/** An address to read and to copy, by the button or by hand. */
export function AddressToCopy({ ref, label, description, address, copy, copied, calm }: Props) {
  return (
    <Group align="flex-end" gap="sm" mod="actions">
      <TextInput
        flex="1 1 16rem"
        ref={ref}
        label={label}
        description={description}
        value={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={address}>
        {(button) => (
          <Button
            variant={calm ? 'default' : 'filled'}
            leftSection={
              button.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />
            }
            onClick={button.copy}
            aria-live="polite"
          >
            {button.copied ? copied : copy}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
