import type { Device } from '@servicebook/shared/device';
import { useRef } from 'react';
import { ServicePopup, type ServicePopupHandle } from '../features/service/service-popup.tsx';
import { ServiceTab } from '../features/service/service-tab.tsx';

/** A machine's protocols with their popup, as on its page. */
export function ServiceTabStory({ device }: { device: Device }) {
  const popup = useRef<ServicePopupHandle>(null);
  return (
    <>
      <ServiceTab device={device} onOpen={(...what) => popup.current?.open(...what)} />
      <ServicePopup ref={popup} device={device} />
    </>
  );
}
