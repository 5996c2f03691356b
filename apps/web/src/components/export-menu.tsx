import { ActionIcon, Menu } from '@mantine/core';
import type { ExportFormat } from '@servicebook/shared/export-format';
import { IconFileSpreadsheet, IconFileTypeCsv, IconPrinter, IconTableExport } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../lib/error-text.ts';
import { saveFile } from '../lib/save-file.ts';
import { showToast } from '../lib/toast.ts';
import type { OtherAction } from './bulk-actions.tsx';
import type { Printing } from './list-print.tsx';

const choices = [
  ['xlsx', IconFileSpreadsheet],
  ['csv', IconFileTypeCsv],
] as const;

const formatNames: Record<ExportFormat, string> = { xlsx: 'Excel', csv: 'CSV' };

interface ExportMenuProps {
  /** Requests the content of the table: the chosen rows, or what its search and filters find. */
  fetchFile: (format: ExportFormat, ids?: number[]) => Promise<File>;
  /** The chosen rows; if there are any, only these are exported. */
  chosen?: ReadonlySet<number>;
  /** The name of the table, if a page has several. */
  name?: string;
  /** Of the table's state: offers to print the whole list. */
  printing?: Pick<Printing, 'isPrinted' | 'start'>;
}

const useExport = (fetchFile: (format: ExportFormat) => Promise<File>) =>
  useMutation({
    mutationFn: fetchFile,
    onSuccess: saveFile,
    onError: (error) => showToast({ message: errorText(error), tone: 'error' }),
  });

/** The same for the chosen rows of a list, among the actions of its selection. */
export function useExportActions(
  ids: ReadonlySet<number>,
  fetchFile: (format: ExportFormat, ids: number[]) => Promise<File>,
): OtherAction[] {
  const { t } = useTranslation('components');
  const { mutate } = useExport((format) => fetchFile(format, [...ids]));
  return choices.map(([format, icon]) => ({
    key: format,
    label: t('export.chosenAs', { format: formatNames[format] }),
    icon,
    onClick: () => mutate(format),
  }));
}

/** Exports a table as a workbook or as CSV, or prints it. For the toolbar of a DataTable, or the actions of a page. */
export function ExportMenu({ fetchFile, chosen, name, printing }: ExportMenuProps) {
  const { t } = useTranslation('components');
  const count = chosen?.size ?? 0;
  const whole = name ? `${t('export.export')}: ${name}` : t('export.export');
  const label = count > 0 ? t('export.chosen', { count }) : whole;
  const { mutate, isPending } = useExport((format) =>
    fetchFile(format, count > 0 ? [...(chosen ?? [])] : undefined),
  );
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size="lg"
          loading={isPending || printing?.isPrinted}
          aria-label={label}
          title={label}
        >
          <IconTableExport size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {count > 0 && <Menu.Label>{label}</Menu.Label>}
        {choices.map(([format, Icon]) => (
          <Menu.Item key={format} leftSection={<Icon size={20} aria-hidden />} onClick={() => mutate(format)}>
            {t(`export.${format}`)}
          </Menu.Item>
        ))}
        {printing && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconPrinter size={20} aria-hidden />} onClick={printing.start}>
              {t('export.print')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
