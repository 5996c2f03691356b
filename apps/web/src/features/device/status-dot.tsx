import '@mantine/core/styles/ColorSwatch.layer.css';
import { ColorSwatch } from '@mantine/core';
import { type DeviceStatus, statusColours } from '@servicebook/shared/device';

/** A status's colour. The ring shows the darkest status in the dark scheme. */
export function StatusDot({ status }: { status: DeviceStatus }) {
  return (
    <ColorSwatch
      component="span"
      size={14}
      color={statusColours[status].background}
      withShadow={false}
      bd="1px solid light-dark(transparent, var(--mantine-color-dark-2))"
    />
  );
}
