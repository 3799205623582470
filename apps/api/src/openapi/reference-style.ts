/** Corrects the style of Swagger UI: enough contrast in the light theme, and no Swagger logo. */
export const REFERENCE_STYLE = `
.swagger-ui .topbar { display: none; }
html:not(.dark-mode) .swagger-ui .info .title small { background: #55606f; }
html:not(.dark-mode) .swagger-ui .info .title small.version-stamp { background: #0b6e5c; }
html:not(.dark-mode) .swagger-ui .info__extdocs { color: #0b6e5c; }
html:not(.dark-mode) .swagger-ui .btn.authorize { color: #0b6e5c; border-color: #0b6e5c; }
html:not(.dark-mode) .swagger-ui .btn.authorize svg { fill: #0b6e5c; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1c64b8; }
html:not(.dark-mode) .swagger-ui .opblock.opblock-post .opblock-summary-method { background: #0b6e5c; }
html:not(.dark-mode) .swagger-ui .json-schema-2020-12-expand-deep-button { color: #55606f; }
`;
