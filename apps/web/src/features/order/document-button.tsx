import { Button } from '@mantine/core';
import type { Order } from '@servicebook/shared/order';
import { storageContract } from '@servicebook/shared/storage';
import { IconFileDownload } from '@tabler/icons-react';

interface DocumentButtonProps {
  document: NonNullable<Order['invoicePdf']>;
  /** Replaces the file name where space is limited. */
  label?: string;
}

/** Downloads a stored document: an invoice, its XML version, or a correction. */
export function DocumentButton({ document: { filename, fileName }, label }: DocumentButtonProps) {
  return (
    <Button
      component="a"
      variant="default"
      size="xs"
      href={`${storageContract.downloadFile.path}?${new URLSearchParams({ fileName })}`}
      download={filename}
      leftSection={<IconFileDownload size={18} aria-hidden />}
      {...(label && { 'aria-label': `${label}: ${filename}` })}
    >
      {label ?? filename}
    </Button>
  );
}
