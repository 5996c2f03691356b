/** The service book's additions to the look of the company's documents. */
import { accent, ink, muted, style } from '../../platform/pdf/look.ts';

export const machineName = style('strong', 13, accent, 1.25);
export const status = style('strong', 8.5, ink);
export const caption = style('regular', 7.5, muted);
export const year = style('strong', 13, ink, 1.25);
export const continued = style('regular', 8, muted);
export const date = style('strong', 8.5, ink);
export const time = style('regular', 7.5, muted);
/** Work on the machine stands out from notes about it. */
export const deed = style('strong', 9, ink);
export const remark = style('strong', 8.5, muted);
export const mark = style('strong', 7, accent);
export const openMark = style('strong', 7, muted);
export const serviceTypes = style('regular', 8.5, accent);
export const text = style('regular', 9, ink, 1.42);
export const field = style('regular', 8, muted);
export const change = style('regular', 8.5, ink);
export const who = style('regular', 8, muted);

export const nameplates = { height: 92, widest: 190, narrowest: 72, gap: 12 };
export const timeline = {
  dateWidth: 68,
  rail: 79,
  textAt: 92,
  whoWidth: 84,
  gap: 12,
  between: 9,
  fieldWidth: 118,
};
