import { type Location, useLocation } from 'react-router-dom';
import { readAddress } from './address.ts';
import { openDrawnLate, useRouter } from './late-drawing.ts';
import { MachineTab } from './machine-tab.ts';
import { afterStepBack } from './step-back.ts';
import { useAddress } from './use-address.ts';

/** The protocol in the popup on the page of a machine. */
export type ServiceTarget = 'new' | number;

/** The state of a link whose user has already said that the draft is to be continued. */
export const resumesDraft = { resumesDraft: true } as const;

/** Opened from this page, or from a visit, so one step back returns to it. */
export const openedHere = { serviceOpened: true } as const;

/** The popup in an address. */
export const serviceIn = ({ search }: Pick<Location, 'search'>) =>
  readAddress(MachineTab, new URLSearchParams(search));

/** Opens the popup of a protocol on the page of its machine. */
export function useOpenService() {
  const router = useRouter();
  const { change } = useAddress(MachineTab);
  const { state } = useLocation();
  /** @param takesUp continues the draft on this phone without asking */
  return (next: ServiceTarget, takesUp = false) =>
    afterStepBack(() => {
      // A second click comes before the popup covers the button.
      if (serviceIn(router.state.location).service === next) return;
      openDrawnLate(() =>
        change(
          // Behind it is the list of protocols.
          { activeTab: 'service', service: next },
          {
            replace: false,
            state: { ...state, resumesDraft: undefined, ...(takesUp && resumesDraft), ...openedHere },
          },
        ),
      );
    });
}
