import { type Html, html } from '@care-atlas/server/pages/html';

/** What the pages of the connector say: how to connect, the login, and its errors. */
export const pages = {
  connect: {
    title: 'Connect your assistant',
    description: 'How to connect an AI assistant to Care Atlas, the directory of doctors and clinics.',
    lead: 'This address is for AI assistants, not for browsers. Add it to yours, and ask it about doctors and clinics in the Greater Toronto Area.',
    add: 'In your assistant, add a custom connector (also called an MCP server) with this address:',
    signIn:
      'Your assistant opens a page of Care Atlas. Paste your key there, or connect with the free sandbox.',
    ask: 'Ask, for example: “Find me a family doctor near Kipling who speaks Tamil and takes patients”, “Which walk-in clinics are open now?” or “How many pediatricians in Scarborough take no patients?”',
    command: 'For Claude Code, run this command instead of step 1:',
    guide: 'Instructions for each assistant',
    buy: 'Get a key',
  },
  login: {
    title: (name: string) => `Connect ${name}`,
    problemTitle: 'Problem with the key',
    heading: (name: Html) => html`Connect “${name}” to Care Atlas?`,
    lead: (name: Html) =>
      html`<strong>${name}</strong> asks to search the directory of doctors and clinics on your behalf.`,
    unnamed: 'A program without a name',
    returns: 'Returns you to',
    described: 'Described at',
    can: 'Can',
    access:
      'read doctors, clinics and reviews, within the limits of the key you choose. Nothing else: it never sees the key and cannot replace it.',
    lasts: 'Access lasts',
    duration: (days: number, unused: number) =>
      `at most ${days} days, or ${unused} days without use. Replacing or revoking the key ends the access immediately.`,
    ownKey: 'With your own key',
    key: 'API key',
    hint: (beginning: Html, link: Html) =>
      html`Begins with ${beginning}. It is used only on this page and is not passed on. ${link}`,
    buy: 'Get a key',
    newTab: ' (opens in a new tab)',
    show: 'Show the key',
    connect: 'Connect with this key',
    noKey: 'Without a key',
    sandbox: (rate: number, page: number) =>
      `Try it free: ${rate} requests a minute and at most ${page} results a page, from the same directory.`,
    connectSandbox: 'Connect with the sandbox',
    cancel: 'Cancel',
    app: (scheme: Html) => html`the app that opens ${scheme} addresses`,
    computer: (host: Html) => html`${host} on this computer`,
    /** Who gave the name of the program. */
    nameFrom: (host: Html) => html`Care Atlas does not check this name: it comes from ${host}.`,
    nameOwn: 'Care Atlas cannot check this name: the program gave it itself.',
    theApp: 'the app',
    toComputer: html`A program on <strong>this computer</strong> gets the access. Continue only if you have just started
      to connect from a program here.`,
    toOther: (known: Html | string) =>
      html`But the access goes to ${known}. The two may belong to different people. Continue only if you started this and
        know both.`,
    toKnown: (known: Html | string) => html`Continue only if you started this and know ${known}.`,
  },
  /** Why a key was refused. */
  problems: {
    empty: 'Paste your key, or connect with the sandbox.',
    closed: 'The sandbox is not available. Use your own key.',
    mistyped: 'This is not a complete key. Copy it again, from “care_” to its last character.',
    inactive: 'This key is not active. It was replaced or revoked, or belongs to another service.',
    staleForm: 'This form did not come from this page. Choose again.',
    gateway: 'A gateway key cannot be used here. Use a key of your own, or the sandbox.',
    admin: 'An administrator’s key cannot be used here. Use a live key, or the sandbox.',
    tooMany: (seconds: number) => `Too many wrong keys from your address. Try again in ${seconds} seconds.`,
  },
  errors: {
    title: 'Cannot connect',
    startAgain: 'Start again from the program that sent you here.',
    invalid_client:
      'Care Atlas does not know the program that sent you here. Remove the connection there, and add it again.',
    invalid_redirect_uri:
      'The program that sent you here asks to be answered at an address that it did not register. Care Atlas sends nothing there.',
    temporarily_unavailable: 'Care Atlas is temporarily unavailable. Try again in a minute.',
    server_error: 'Something went wrong on our side. Start again from the program that sent you here.',
    /** The details stay in English, because OAuth has them so. */
    details: (details: Html) => html`For the developers of the program: ${details}.`,
    tooMany: 'Too many requests from your address',
    wait: (seconds: number) => `Wait ${seconds} seconds, and load this page again.`,
    ended: 'This sign-in has ended',
    endedWhy: (minutes: number) =>
      `It is already complete, or it took longer than ${minutes} minutes. Start again from the program that sent you here.`,
    cookies:
      'If this happens immediately, your browser rejects the cookie that this page needs until you answer.',
  },
};

export type PageTexts = typeof pages;
