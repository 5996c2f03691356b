import { Checkbox, Stack } from '@mantine/core';
import type { FileDto } from '@servicebook/shared/service';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { usePrintServiceFile } from './service.queries.ts';

interface PrintChoiceProps {
  filename: string;
  print: boolean;
  disabled?: boolean;
  onChange: (print: boolean) => void;
}

/** Whether the document shows a picture. */
export function PrintChoice({ filename, print, disabled = false, onChange }: PrintChoiceProps) {
  const { t } = useTranslation('service');
  return (
    <Checkbox
      px="xs"
      pt={2}
      pb={6}
      label={t('files.print')}
      aria-label={t('files.printOf', { name: filename })}
      checked={print}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

interface StoredPrintChoiceProps {
  file: FileDto;
  /** Whether the choice is possible; otherwise it says why not. */
  hasRoom: (print: boolean) => boolean;
}

/** The same for a picture on the server. It shows the choice at once, before the server has answered. */
export function StoredPrintChoice({ file, hasRoom }: StoredPrintChoiceProps) {
  const { mutate, isPending, variables, error } = usePrintServiceFile();
  return (
    <Stack gap={4}>
      <PrintChoice
        filename={file.filename}
        print={isPending ? variables.body.print : file.print}
        onChange={(print) => hasRoom(print) && mutate({ params: { fileId: file.id }, body: { print } })}
      />
      <ErrorNotice error={error} />
    </Stack>
  );
}
