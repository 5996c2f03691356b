import { ActionIcon, Menu } from '@mantine/core';
import type { ExportFormat } from '@servicebook/shared/export-format';
import { IconFileSpreadsheet, IconFileTypeCsv, IconTableExport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../lib/error-text.ts';
import { saveFile } from '../lib/save-file.ts';
import { showToast } from '../lib/toast.ts';

const choices = [
  ['xlsx', IconFileSpreadsheet],
  ['csv', IconFileTypeCsv],
] as const;

interface ExportMenuProps {
  /** Requests the content of the table, including its search and filters. */
  fetchFile: (format: ExportFormat) => Promise<File>;
  /** The name of the table, if a page has several. */
  name?: string;
}

/** Exports a table as a workbook or as CSV. For the toolbar of a DataTable, or the actions of a page. */
export function ExportMenu({ fetchFile, name }: ExportMenuProps) {
  const { t } = useTranslation('components');
  const label = name ? `${t('export.export')}: ${name}` : t('export.export');
  const { mutate, isPending } = useMutation({
    mutationFn: fetchFile,
    onSuccess: saveFile,
    onError: (error) => showToast({ message: errorText(error), tone: 'error' }),
  });
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" loading={isPending} aria-label={label} title={label}>
          <IconTableExport size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(([format, Icon]) => (
          <Menu.Item key={format} leftSection={<Icon size={20} aria-hidden />} onClick={() => mutate(format)}>
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
