// Package colortest says how far colors are apart for readers of each kind of color vision. For tests only.
package colortest

import (
	"math"

	"github.com/jouleboard/jouleboard/internal/color"
)

// Simulations of color blindnesses and of a gray print, in linear RGB: matrices by rows. Those of deuteranopia, protanopia and
// tritanopia are of Machado, Oliveira and Fernandes (2009), Vienot is another one of deuteranopia, of Viénot, Brettel and
// Mollon (1999).
var (
	Full    = [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}
	Protan  = [9]float64{0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998}
	Tritan  = [9]float64{1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900}
	Gray    = [9]float64{0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722, 0.2126, 0.7152, 0.0722}
	Machado = [9]float64{0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881}
	Vienot  = [9]float64{0.29275, 0.70725, 0, 0.29275, 0.70725, 0, -0.02234, 0.02234, 1}
)

// Seen applies a simulation to a color in linear RGB.
func Seen(m [9]float64, c [3]float64) [3]float64 {
	var s [3]float64
	for i := range s {
		s[i] = min(max(m[3*i]*c[0]+m[3*i+1]*c[1]+m[3*i+2]*c[2], 0), 1)
	}
	return s
}

// Lab is a color of linear RGB in CIELAB under D65.
func Lab(c [3]float64) [3]float64 {
	x := (0.4124564*c[0] + 0.3575761*c[1] + 0.1804375*c[2]) / 0.95047
	y := 0.2126729*c[0] + 0.7151522*c[1] + 0.0721750*c[2]
	z := (0.0193339*c[0] + 0.1191920*c[1] + 0.9503041*c[2]) / 1.08883
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	return [3]float64{116*f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))}
}

// Differ is CIEDE2000 between two hex colors as a simulation shows them.
func Differ(m [9]float64, a, b string) float64 {
	return DeltaE(Lab(Seen(m, color.Linear(a))), Lab(Seen(m, color.Linear(b))))
}

// DeltaE is CIEDE2000 with all weights 1, of two colors in CIELAB.
func DeltaE(p, q [3]float64) float64 {
	mean := (math.Hypot(p[1], p[2]) + math.Hypot(q[1], q[2])) / 2
	g := 1.5 - 0.5*chromaPart(mean)
	c1, c2 := math.Hypot(p[1]*g, p[2]), math.Hypot(q[1]*g, q[2])
	h1, h2 := hueAngle(p[1]*g, p[2]), hueAngle(q[1]*g, q[2])
	dh, h := hues2(h1, h2, c1*c2 == 0)
	dL, dC, dH := q[0]-p[0], c2-c1, 2*math.Sqrt(c1*c2)*sin(dh/2)
	l, c := (p[0]+q[0])/2, (c1+c2)/2
	t := 1 - 0.17*cos(h-30) + 0.24*cos(2*h) + 0.32*cos(3*h+6) - 0.2*cos(4*h-63)
	turn := -sin(60*math.Exp(-math.Pow((h-275)/25, 2))) * 2 * chromaPart(c)
	sL := 1 + 0.015*(l-50)*(l-50)/math.Sqrt(20+(l-50)*(l-50))
	sC, sH := 1+0.045*c, 1+0.015*c*t
	return math.Sqrt(math.Pow(dL/sL, 2) + math.Pow(dC/sC, 2) + math.Pow(dH/sH, 2) + turn*dC/sC*dH/sH)
}

func chromaPart(c float64) float64 {
	return math.Sqrt(math.Pow(c, 7) / (math.Pow(c, 7) + math.Pow(25, 7)))
}

// hues2 is the difference and the mean of two hue angles, the short way round.
func hues2(h1, h2 float64, grey bool) (difference, mean float64) {
	if grey {
		return 0, h1 + h2
	}
	difference, mean = h2-h1, (h1+h2)/2
	if math.Abs(difference) > 180 {
		difference -= math.Copysign(360, difference)
		mean += 180
	}
	return difference, math.Mod(mean, 360)
}

func hueAngle(a, b float64) float64 {
	return math.Mod(math.Atan2(b, a)*180/math.Pi+360, 360)
}

func sin(degrees float64) float64 { return math.Sin(degrees * math.Pi / 180) }
func cos(degrees float64) float64 { return math.Cos(degrees * math.Pi / 180) }
