import type { Device, DeviceUpdate } from '@servicebook/shared/device';
import type { z } from 'zod';
import { ConflictNotice } from '../../components/conflict-notice.tsx';
import type { RecordForm } from '../../lib/use-record-form.ts';
import { useDeviceFields } from './device-fields.tsx';
import classes from './device-form.module.css';

type Values = z.input<typeof DeviceUpdate>;

/** Shown when another user has saved the machine. */
export function DeviceConflict({ conflict, theirs }: Pick<RecordForm<Values>, 'conflict' | 'theirs'>) {
  const fields = useDeviceFields();
  const describe = (name: keyof Values) => {
    const field = fields.find(({ key }) => key === name);
    return {
      label: field?.label ?? name,
      // The form stores the names of category and customer along with their ids.
      theirs: theirs && field ? field.text(theirs as Device) : '',
    };
  };
  return <ConflictNotice className={classes.failure} conflict={conflict} describe={describe} />;
}
