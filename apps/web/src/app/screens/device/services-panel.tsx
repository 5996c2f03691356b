import type { Device } from '@servicebook/shared/device';
import { Suspense } from 'react';
import { lazyPanel } from '../../../components/lazy-tabs.tsx';
import { ServiceTab } from '../../../features/service/service-tab.tsx';
import { useUnsent } from '../../../lib/unsent.ts';
import { useSession } from '../../../lib/use-session.ts';

const RefusedProtocol = lazyPanel(
  async () => (await import('../stored-data/refused-protocol.tsx')).RefusedProtocol,
  ['unsent'],
);

/** The services of a machine, with what this phone knows of their protocols. */
export function ServicesPanel({ device }: { device: Device }) {
  const { user } = useSession();
  const waiting = useUnsent(user);
  return (
    <ServiceTab
      device={device}
      noticeOf={(id) =>
        user &&
        waiting > 0 && (
          <Suspense>
            <RefusedProtocol user={user} id={id} />
          </Suspense>
        )
      }
    />
  );
}
