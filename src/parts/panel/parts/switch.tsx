interface SwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** The name for screen readers. A visible text may be next to the switch. */
  readonly label: string;
  readonly describedBy?: string | undefined;
  readonly isDisabled?: boolean;
}

/** On and off differ by the side of the knob and by a mark on it, not only by colour. */
export const Switch = ({ isOn, onChange, label, describedBy, isDisabled = false }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    class="switch"
    aria-checked={isOn}
    aria-label={label}
    aria-describedby={describedBy}
    disabled={isDisabled}
    onClick={() => onChange(!isOn)}
  >
    <span class="knob" />
  </button>
);
