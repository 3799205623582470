export function Logo({ size = 28 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <path
        d="M16 1.5C9.6 1.5 4.5 6.5 4.5 12.8 4.5 21.2 16 30.5 16 30.5s11.5-9.3 11.5-17.7C27.5 6.5 22.4 1.5 16 1.5z"
        fill="var(--good)"
      />
      <path
        d="M16 7.2v11.6M10.2 13h11.6"
        stroke="var(--mantine-color-body)"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}
