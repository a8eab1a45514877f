/** The first page: an introduction and the entry links. */
export const homePage = () => ({
  path: 'index',
  title: 'Tamis',
  text: `---
aside: false
sidebar: false
---

# Rules that decide on payments, people and companies

Tamis does identity verification, risk scoring and transaction monitoring for many organizations on one server. Money is exact, missing data
is _unknown_ rather than false, and every decision names its reasons and the rule set that gave it.

- **[The first ten minutes](/start/)**: one command, and three doors.
- **[Playground](/play)**: write rules beside a thousand payments, in the browser.

| You are | Begin with |
| --- | --- |
| an API client | [the API](/guide/api), its [reference](/api/), [imports](/guide/imports), [screening](/guide/screening), [automations](/guide/automations) |
| a rule author | [the guide of the language](/learn/), its [reference](/reference/), the [cookbook](/cookbook/) |
| an operator | [operations](/operate/), [settings](/operate/settings) |
| a performance engineer | [benchmarks](/operate/benchmarks), and [how they are measured](/operate/measure) |
| reading a message | [errors and diagnostics](/errors/), a page for each code |
| working on Tamis | [architecture](/internals/architecture), [how to add a …](/internals/adding), [decisions](/internals/decisions) |
`,
});

/** The playground page: rules next to payments, decided in the browser. */
export const playPage = () => ({
  path: 'play',
  title: 'Playground',
  text: `---
layout: Playground
sidebar: false
title: Playground
description: Write rules and see what they decide of a thousand payments, without a server
---
`,
});
