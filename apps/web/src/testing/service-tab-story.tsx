import type { Device } from '@servicebook/shared/device';
import { ServicePopup } from '../features/service/service-popup.tsx';
import { ServiceTab } from '../features/service/service-tab.tsx';

/** A machine's protocols with their popup, as on its page. */
export function ServiceTabStory({ device }: { device: Device }) {
  return (
    <>
      <ServiceTab device={device} />
      <ServicePopup device={device} />
    </>
  );
}
