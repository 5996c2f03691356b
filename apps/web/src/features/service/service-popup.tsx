import type { Device } from '@servicebook/shared/device';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazyAhead } from '../../components/lazy-ahead.tsx';
import { loadAhead } from '../../lib/load-code.ts';
import { useDraftOwner } from './use-drafts.ts';
import { useServiceAddress } from './use-service-address.ts';

const ServiceDialog = lazyAhead(async () => (await import('./service-dialog.tsx')).ServiceDialog);

interface ServicePopupProps {
  device: Device;
  /** What is to be said above a protocol. */
  noticeOf?: ((id: number) => ReactNode) | undefined;
}

/** The popup of a machine's protocols. Apart from the page, which need not be drawn again before the popup is there. */
export function ServicePopup({ device, noticeOf }: ServicePopupProps) {
  const address = useServiceAddress();
  const { target } = address;
  const isOpen = target !== null;
  useEffect(() => loadAhead(ServiceDialog.load), []);
  const owner = useDraftOwner(device.id);
  const [opener, setOpener] = useState<Element | null>(null);
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen);
    // Before the popup takes the focus.
    if (isOpen) setOpener(document.activeElement);
  }
  useEffect(() => {
    if (!isOpen && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  }, [isOpen, opener]);

  return (
    <Suspense>
      {isOpen && owner && (
        <ServiceDialog
          device={device}
          owner={owner}
          target={target}
          resume={address.resumes}
          address={address}
          noticeOf={noticeOf}
        />
      )}
    </Suspense>
  );
}
