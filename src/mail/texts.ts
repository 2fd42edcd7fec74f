/** Every sentence of every mail, in one place. en-GB. */
export const MAIL_TEXTS = {
  source: (publisher: string, licence: string | null) => (licence === null ? `Source: ${publisher}` : `Source: ${publisher}, licence ${licence}`),
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
  cancellation: {
    subject: (what: string) => `Cancelled: ${what}`,
    lead: (reference: string) => `these places of your booking ${reference} are cancelled:`,
    left: 'What is not listed here stays booked.',
    refund: (amount: string) => `In all you get ${amount} back. It can take your bank some days to show it.`,
    refundBySeller: (amount: string, seller: string) => `${seller} gives you ${amount} back. Please ask there if it does not arrive.`,
    link: 'Your booking as it is now:',
  },
  refunded: {
    subject: (reference: string) => `Your refund for booking ${reference}`,
    lead: (amount: string) => `In all ${amount} has gone back to you. It can take your bank some days to show it.`,
  },
  paymentReturned: {
    subject: 'Your booking could not be made',
    lead: (what: string) => `while you were paying, the last places for ${what} went, or your time ran out. Nothing is booked.`,
    money: 'Nothing was taken from you: what your bank has set aside becomes free again by itself, usually within some days.',
  },
} as const;
