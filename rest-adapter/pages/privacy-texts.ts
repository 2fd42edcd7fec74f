/** The page about personal data. en-GB, as a person would say it. Whoever changes a period changes it here, too. */
export const PRIVACY_TEXTS = {
  link: 'Privacy',
  title: 'Your personal data',
  lead: 'What we keep about you when you book, why, for how long, and how to have it erased.',
  sections: [
    {
      heading: 'What we keep',
      points: [
        'Your name and email address, and whether you have said that you are 13 or over.',
        'Your number with the app that sent you, if it told us.',
        'What you have booked, when it is, and what you paid. We never see your card: the payment provider does.',
      ],
    },
    {
      heading: 'Why',
      points: ['So that the organiser knows who is coming, and you get your confirmation.', 'So that money can be given back, and the organiser can keep its accounts.', 'For nothing else: no advertising, and no tracking. The only cookies are those of your own booking.'],
    },
    {
      heading: 'Who sees it',
      points: [
        'The organiser of what you book.',
        'The app through which you book. It has its own privacy notice.',
        'The payment provider, when something has to be paid for.',
        'Our own staff, when they help you. When they collect or erase your data, it is written down with its reason.',
      ],
    },
    {
      heading: 'For how long',
      points: [
        'What you have typed and not booked: until you give it up, and for a day at most.',
        'What an app has told us about you, if no booking comes of it: for 7 days at most.',
        'A booking: until you have it erased. Then your name and address go, and what was booked and paid stays, without you.',
        'Your record with an app, if it has registered you: until the app, or you, have it erased.',
      ],
    },
    {
      heading: 'How to see it or have it erased',
      points: [
        'Ask the app through which you book: it can have your data shown to it and erased at once.',
        'If you have booked without an app, answer your confirmation email. Tell us the email address that you booked with, or your booking reference.',
        'What has been sent to the app, the organiser or your own mailbox by then, we cannot take back: please ask there.',
        'Erasing cannot be undone. Your pass stays valid, so keep it if you still want to come.',
      ],
    },
  ],
} as const;
