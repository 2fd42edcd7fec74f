/** The terms that a seller accepts to be bookable. A change of a single word is a new version; an old one stays readable. */
export interface SellerTerms {
  readonly version: string;
  /** In the order in which they are read. */
  readonly clauses: readonly { readonly heading: string; readonly text: string }[];
}

const VERSION_2026_11: SellerTerms = {
  version: '2026-11',
  clauses: [
    {
      heading: 'What you agree to',
      text: 'You let Courtside show your sessions and facilities and take bookings for them, through the app that sent you here and through any other app that uses Courtside. You can opt out at any time.',
    },
    {
      heading: 'What you publish',
      text: 'You keep your open data right: dates, places, prices and the number of places left. A booking that was made on what you published is valid.',
    },
    {
      heading: 'Bookings',
      text: 'You let everybody in who holds a valid booking. You do not turn anybody away because of where they booked. Customers must be 13 or over to book.',
    },
    {
      heading: 'Money',
      text: 'If you sell paid places, customers pay you through your own account with a payment provider. Courtside never holds your money. You refund what a customer is owed when you cancel.',
    },
    {
      heading: "People's details",
      text: "You get the name and e-mail address of whoever books. You use them for that booking only, and delete them when you no longer need them.",
    },
  ],
};

export const CURRENT_TERMS: SellerTerms = VERSION_2026_11;
