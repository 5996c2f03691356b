/** To read the title of a visit that another row refers to. */
export const withCustomerName = { select: { id: true, customer: { select: { shortName: true } } } } as const;

/** How the log and the bin call a visit: its customer, and its number. */
export const visitTitle = ({ id, customer }: { id: number; customer: { shortName: string } }): string =>
  `${customer.shortName} #${id}`;
