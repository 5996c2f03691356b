import type { Device } from '@servicebook/shared/device';
import { type ReactNode, type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { lazyAhead } from '../../components/lazy-ahead.tsx';
import { loadAhead } from '../../lib/load-code.ts';
import { useDraftOwner } from './use-drafts.ts';
import { type Target, useServiceAddress } from './use-service-address.ts';

const ServiceDialog = lazyAhead(async () => (await import('./service-dialog.tsx')).ServiceDialog);

export interface ServicePopupHandle {
  /** @param takesUp continues the draft on this phone without asking */
  open: (target: Target, takesUp?: boolean) => void;
}

interface ServicePopupProps {
  ref: Ref<ServicePopupHandle>;
  device: Device;
  /** What is to be said above a protocol. */
  noticeOf?: ((id: number) => ReactNode) | undefined;
}

/** Opens a machine's protocols. Apart from the page, which need not be drawn again before the popup is there. */
export function ServicePopup({ ref, device, noticeOf }: ServicePopupProps) {
  const address = useServiceAddress();
  const [resume, setResume] = useState(address.resumes);
  const opener = useRef<Element | null>(null);
  useImperativeHandle(ref, () => ({
    open: (next, takesUp = false) => {
      opener.current = document.activeElement;
      setResume(takesUp);
      address.open(next);
    },
  }));

  useEffect(() => loadAhead(ServiceDialog.load), []);
  const owner = useDraftOwner(device.id);
  const { target } = address;
  const closed = target === null;
  useEffect(() => {
    if (!closed) return;
    // Returns the focus to the element that opened the popup.
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    opener.current = null;
  }, [closed]);

  return (
    <Suspense>
      {target !== null && owner && (
        <ServiceDialog
          device={device}
          owner={owner}
          target={target}
          resume={resume}
          address={address}
          noticeOf={noticeOf}
        />
      )}
    </Suspense>
  );
}
