/** Every sentence of every mail, in one place. en-GB. */
export const MAIL_TEXTS = {
  confirmation: {
    subject: (what: string) => `You are booked: ${what}`,
    greeting: (name: string) => `Dear ${name},`,
    lead: (seller: string, broker: string) => `your booking with ${seller}, made through ${broker}, is confirmed.`,
    reference: (reference: string) => `Booking reference: ${reference}`,
    place: (number: number) => `Place ${number}`,
    pass: (text: string) => `Pass: ${text}`,
    code: (name: string, value: string) => `${name}: ${value}`,
    total: (amount: string) => `Paid: ${amount}`,
    free: 'Price: free',
    link: 'Your booking, with the pass to show at the door:',
    linkNote: 'This link is yours alone: whoever has it can see and use your booking.',
    calendar: 'The file courtside.ics puts it into your calendar.',
    ending: 'See you there!',
  },
} as const;
