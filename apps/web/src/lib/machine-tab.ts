import { id } from '@servicebook/shared/primitives';
import { z } from 'zod';

/** The address of a machine's screen: its open tab, and the protocol open in the tab of protocols. */
export const MachineTab = z.object({
  activeTab: z.string().nullable().default(null),
  service: z
    // Negative: it waits on this phone, and has no number of the server yet.
    .union([z.literal('new'), id, z.number().int().negative()])
    .nullable()
    .default(null),
  /** The visit on which a new protocol is written. */
  visit: id.nullable().default(null),
});
