import { Button } from '@mantine/core';
import type { Order } from '@servicebook/shared/order';
import { storageContract } from '@servicebook/shared/storage';
import { IconFileDownload } from '@tabler/icons-react';

interface DocumentButtonProps {
  document: NonNullable<Order['invoicePdf']>;
  /** In place of the file's name, where there is little room. */
  label?: string;
}

/** Takes a stored document along: an invoice, the same as XML, or a correction. */
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
