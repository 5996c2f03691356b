import { useRef, useState } from 'react';

export type PositionState =
  | { status: 'off' | 'locating' | 'refused' | 'failed' }
  | { status: 'found'; latitude: number; longitude: number; metres: number };

/** The device's position, requested only after the user has agreed. */
export function usePosition() {
  const [state, setState] = useState<PositionState>({ status: 'off' });
  const requestCount = useRef(0);

  const locate = () => {
    requestCount.current += 1;
    const question = requestCount.current;
    const settle = (next: PositionState) => question === requestCount.current && setState(next);
    if (!('geolocation' in navigator)) return setState({ status: 'failed' });
    setState({ status: 'locating' });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        settle({
          status: 'found',
          latitude: coords.latitude,
          longitude: coords.longitude,
          metres: Math.ceil(coords.accuracy),
        }),
      (error) => settle({ status: error.code === error.PERMISSION_DENIED ? 'refused' : 'failed' }),
      { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 },
    );
  };
  const forget = () => {
    requestCount.current += 1;
    setState({ status: 'off' });
  };
  return { position: state, locate, forget };
}
